#!/usr/bin/env bash
# Two people and an agent: who may do what, a rejection and its appeal, a rule that is retired,
# and an old incident: which rules bound this task when it closed?
. "$(dirname "${BASH_SOURCE[0]}")/stage.sh"

vera=vera@shop.example otto=otto@shop.example
as() { export FABRIC_ACTOR=$1; note "$2"; }
commit() {
  command -v git >/dev/null 2>&1 || return 0
  git add -A && git -c user.name=Scout -c user.email=scout@shop.example commit -qm "$1"
}

mkdir -p src/api
printf 'def create(database, order):\n    database.execute("INSERT INTO orders VALUES (?)", order)\n' \
  >src/api/orders.py
if command -v git >/dev/null 2>&1; then
  git init -q . && printf 'fabric.toml\n' >.git/info/exclude
  commit "The shop"
fi

title "1. Vera makes the store; she and Otto decide, and nobody ratifies what they proposed themselves"
as "$vera" "Vera is at the keyboard"
run init --prefix shop --domain arch=Architecture --domain workflow=Workflow
note "nobody can type a confirmation in a demonstration, so it is turned off here"
sed -i.bak -e 's/^confirm = "typed"/confirm = "none"/' -e 's/^solo = true/solo = false/' \
  -e "s/^reviewers = .*/reviewers = [\"$vera\", \"$otto\"]/" fabric.toml && rm fabric.toml.bak

title "2. The agent proposes a rule after an outage, and may not ratify it; Vera does"
outage=''
make outage work add "Outage: an order was written past the checks" --type bug --domain arch
as agent:scout "the agent is at the keyboard"
check='Given a change under src/api, when it writes to the database itself, then this check fails'
make service propose --domain arch --strength hard \
  --rule "Every write goes through the service layer." \
  --scope "Server code." --out-of-scope "Tests and migrations." \
  --rationale "One place to audit." --failure-mode "Writes that nobody checks." \
  --check "$check" --verify "sh -c '! grep -rn INSERT src/api'" --evidence "$outage"
refused 2 ratify "$service"
as "$vera" "Vera"
run ratify "$service"
run work close "$outage" --reason "The rule was written down"

title "3. What Vera proposes, Otto ratifies"
make reviewed propose --domain workflow --strength hard \
  --rule "Two people read a change to the checkout." \
  --scope "The checkout." --out-of-scope "Everything else." \
  --rationale "It takes money." --failure-mode "Wrong totals." \
  --check "Given a change of the checkout, when it is merged, then two people approved it" \
  --verify "manual: look at the approvals" --evidence "$outage"
refused 2 ratify "$reviewed"
as "$otto" "Otto"
run ratify "$reviewed"

title "4. Otto rejects a proposal; it is refused at every door, until an appeal"
as agent:scout "the agent"
make comments propose --domain workflow --strength soft \
  --rule "Never write comments." \
  --scope "Code." --out-of-scope "Generated code." \
  --rationale "Code should speak." --failure-mode "Comments that lie." --evidence "$outage"
as "$otto" "Otto"
run reject "$comments" --reason "Some comments say why, and nothing else can"
as agent:scout "the agent tries again, dressed otherwise, in another domain"
refused 2 propose --domain arch --strength soft --rule "never write “comments”"
make appeal propose --replaces "$comments" --appeal "Only for comments that repeat the code" \
  --domain workflow --strength soft --rule "Never write comments." --title "No comment repeats code"
as "$vera" "Vera goes through what waits, one key a decision, and grants it: r"
printf 'r\n' | run review
run history "$appeal"

title "5. The agent starts a task: memories, a contract that blocks it, a receipt"
make task work add "Show an order's total" --domain arch --domain workflow
as agent:scout "the agent"
run start "$task" --path src/api/orders.py
refused 2 work close "$task"
refused 1 verify "$task"
note "the check of the first rule fails: src/api writes to the database itself; it is mended"
mkdir -p src/service
git mv -q src/api/orders.py src/service/orders.py 2>/dev/null ||
  mv src/api/orders.py src/service/orders.py
printf 'from service.orders import create\n' >src/api/orders.py
commit "Write through the service layer"
refused 1 verify "$task"
note "the second rule asks for a person"
as "$otto" "Otto"
run verify "$task" --attest "$reviewed" "Vera and I read the change"
as agent:scout "the agent"
run work close "$task" --reason "Shown"
run lint

title "6. A rule has had its day; work that is under way lets go of it"
make second work add "Show an order's history" --domain arch --domain workflow
run start "$second"
as "$otto" "Otto"
run retire "$reviewed" --reason "Branch protection asks for two approvals now"
run status "$second"
run lint

title "7. Months later: an incident in the first task. Which rules bound it when it closed?"
as "$vera" "Vera"
run status "$task" --at-close
run history "$reviewed"

title "8. Everything is in the journal; it holds, and everybody is well"
run lint --all
run doctor
run audit "$comments" --verify
printf '\n%sThe team works.%s\n' "$bold" "$plain"
