import type { Demonstration } from './demonstration.ts'
import type { Say } from './engines.ts'

/** What runs, where it is, and what to try first. */
export function welcome(
  say: Say,
  role: string,
  api: string,
  ui: string | null,
  demo: Demonstration | undefined,
  file: string,
): void {
  if (role !== 'all' && role !== 'api') {
    return say(`\nReceivables is ready (${role}).\n\nStop with Ctrl-C.`)
  }
  say(`
Receivables is ready (${role === 'all' ? 'interface, workers and relay' : role}).

  Interface     ${api}
  Reference     ${api}/developers/reference
  Temporal UI   ${ui ?? 'that of your own Temporal'}
${demo === undefined ? ofYourOwn : toTry(demo, api, file)}
Stop with Ctrl-C.`)
}

const ofYourOwn = `
There is no demonstration here. Make a tenant, whose first token lets you in:
  npx receivables tenant create --name 'Nordlund Factoring'
`

function toTry({ tenantId, tokens, users }: Demonstration, api: string, file: string): string {
  const admin = users.find(({ email }) => email.startsWith('administrator'))
  return `
  Tokens of the demonstration tenant (all of them in ${file}):
    system      ${tokens.system}
    client      ${tokens.client}
  Log in as     ${admin?.email ?? ''} / ${admin?.password ?? ''}
  of tenant     ${tenantId}

Try:
  curl -s -H 'Authorization: Bearer ${tokens.system}' ${api}/clients
  curl -s -H 'Authorization: Bearer ${tokens.client}' -H 'Content-Type: application/json' \\
    -d '{"invoiceNumber":"F-0","dates":{"invoiceDate":"2026-11-22","expireDate":"2026-12-22"},
         "debtor":{"customerNumber":"7","name":"Sundin Bygg AB","type":"COMPANY",
                   "identificationNumber":"559999-2020"},
         "articleRows":[{"quantity":"10","price":"1000.00","vatPercentage":25}]}' ${api}/invoices
  then PUT ${api}/invoices/{id}/activate {"productCode":"INVOICE_SERVICE"}; see README.md
`
}
