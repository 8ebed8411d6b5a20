import type { Demonstration } from './demonstration.ts'
import type { Say } from './engines.ts'

/** What runs, where it is, and what to try first. */
export function welcome(
  say: Say,
  role: string,
  api: string,
  ui: string | null,
  { tokens, users }: Demonstration,
  file: string,
): void {
  const admin = users.find(({ email }) => email.startsWith('administrator'))
  say(`
Receivables is ready (${role === 'all' ? 'interface, workers and relay' : role}).

  Interface     ${api}
  Reference     ${api}/developers/reference
  Temporal UI   ${ui ?? 'that of your own Temporal'}

  Tokens of the demonstration tenant (all of them in ${file}):
    system      ${tokens.system}
    client      ${tokens.client}
  Log in as     ${admin?.email ?? ''} / ${admin?.password ?? ''}

Try:
  curl -s -H 'Authorization: Bearer ${tokens.system}' ${api}/roles
  curl -s -H 'Authorization: Bearer ${tokens.system}' -H 'Content-Type: application/json' \\
    -d '{"code":"DAMAGED","type":"DISPUTE","name":"Goods arrived damaged"}' ${api}/reason-code
  curl -s -H 'Authorization: Bearer ${tokens.system}' '${api}/users?kind=STAFF&sort=name'

Stop with Ctrl-C.`)
}
