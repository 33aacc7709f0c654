#!/usr/bin/env bash
# The main job, end to end on the embedded store: a memory is ratified, given to a task, honoured,
# checked by lint, replaced by supersede.
. "$(dirname "${BASH_SOURCE[0]}")/stage.sh"

mkdir -p src/api src/service
cat >src/service/orders.py <<'PY'
def save(database, order):
    database.execute("INSERT INTO orders VALUES (?)", (order,))
PY
cat >src/api/orders.py <<'PY'
from service.orders import save


def create(database, order):
    return save(database, order)
PY
if command -v git >/dev/null 2>&1; then
  git init -q . && printf 'fabric.toml\n' >.git/info/exclude
  git add src && git -c user.name=Vera -c user.email=vera@shop.example commit -qm "The shop" src
fi
export FABRIC_ACTOR=vera@shop.example

title "1. A store, three domains, an anchor for each"
run init --prefix shop
note "nobody can type a confirmation in a demonstration, so it is turned off here"
sed -i.bak 's/^confirm = "typed"/confirm = "none"/' fabric.toml && rm fabric.toml.bak

title "2. An agent proposes three rules; the fourth says again what the first says"
export FABRIC_ACTOR=agent:scout
check='Given a change under src/api, when it writes to the database itself, then this check fails'
make service propose --domain arch --strength hard \
  --rule "Every write goes through the service layer." \
  --evidence https://shop.example/incidents/12 \
  --scope "Server code." --out-of-scope "Tests and migrations." \
  --rationale "One place to audit and to validate." --failure-mode "Writes that nobody checks." \
  --check "$check" --verify "sh -c '! grep -rn INSERT src/api'"
make small propose --domain arch --strength soft \
  --rule "Prefer small modules with one reason to change." \
  --evidence https://shop.example/notes/modules --scope "All code." --out-of-scope "Generated code." \
  --rationale "They are read more often than written." --failure-mode "Files that all fear."
make keys propose --domain ux --strength soft \
  --rule "Every action can be reached by keyboard." \
  --evidence https://shop.example/notes/keyboard --scope "All screens." --out-of-scope "Prototypes." \
  --rationale "Not everybody uses a mouse." --failure-mode "People who cannot order."
refused 2 propose --domain arch --strength hard \
  --rule "every WRITE goes through the “service layer”"

title "3. A person ratifies; an agent may not"
refused 2 ratify "$service"
export FABRIC_ACTOR=vera@shop.example
note "from here on Vera is at the keyboard"
run ratify "$service"
run ratify "$small"
run ratify "$keys"
run list

title "4. A task is claimed, and its rules are ignored: the gate is red"
make task work add "Add an export button to the orders page" --domain arch
run work claim "$task"
refused 1 lint

title "5. The task is started: memories, a contract that blocks it, a receipt"
run start "$task"
run lint
note "the gate is green, but the work is not done:"
refused 2 work close "$task"
run status "$task"

title "6. The contract is verified against the checkout; now the task can close"
run verify "$task"
run work close "$task" --reason "Exported"

title "7. A rule is replaced while a second task is at it; the task moves along"
make second work add "Import orders from a file" --domain arch
run start "$second"
make successor propose --replaces "$service" \
  --rule "Every write and every background job goes through the service layer."
run supersede "$service" --with "$successor" --reason "Background jobs went round it"
run status "$second"
run lint
run show "$service"

title "8. Everything is in the journal, and the journal holds"
run audit "$service" --verify
printf '\n%sThe main job works.%s\n' "$bold" "$plain"
