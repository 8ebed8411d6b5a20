import type { EngineUi } from './addresses.ts'
import type { Demonstration } from './data-folder.ts'
import type { Say } from './engines.ts'

export interface Running extends EngineUi {
  role: string
  api: string
  /** Where a process without an interface says how it is. */
  health: string | undefined
  /** Where the demonstration's tokens stand. */
  file: string
  /** A person looks at it, and what it opens is a trial: else what is said may be kept in a log. */
  showsTokens: boolean
}

/** It serves already while what comes after its requests is still being built. */
export const takesRequests = (api: string): string => `
The interface takes requests at ${api}. The Temporal server is still being built,
which takes about four minutes the first time on a machine; activations, and whatever else goes on
by itself, wait for it.
`

/** What runs, where it is, and what to try first. */
export function welcome(say: Say, running: Running, demo: Demonstration | undefined): void {
  const { role, api, health } = running
  if (role !== 'all' && role !== 'api') {
    return say(`
Receivables is ready (${role}).

  Health        ${health}/health/ready

Stop with Ctrl-C.`)
  }
  say(`
Receivables is ready (${role === 'all' ? 'interface, workers and relay' : role}).

  Interface     ${api}
  Reference     ${api}/developers/reference
  Temporal UI   ${toSee(running)}
${demo === undefined ? ofYourOwn : toTry(demo, running)}
Stop with Ctrl-C.`)
}

/** Its link opens once and is no address, so it stands below, and for who may see a secret alone. */
function toSee({ ui, uiLink, showsTokens }: Running): string {
  if (ui === undefined) return 'that of your own Temporal'
  if (uiLink === undefined || !showsTokens) return ui
  return `${ui}
                ${uiLink}  (logs in once, within an hour)`
}

const ofYourOwn = `
There is no demonstration here. Make a tenant, whose first token lets you in:
  npx receivables tenant create --name 'Nordlund Factoring'
`

function toTry(
  { tenantId, debtorId, tokens, users }: Demonstration,
  { api, file, showsTokens }: Running,
): string {
  const admin = users.find(({ email }) => email.startsWith('administrator'))
  const opens = (secret: string, name: string) => (showsTokens ? secret : `<${name}>`)
  const [system, client] = [opens(tokens.system, 'system'), opens(tokens.client, 'client')]
  return `
  Tokens of the demonstration tenant (all of them in ${file}):
    system      ${system}
    client      ${client}
  Log in as     ${admin?.email ?? ''} / ${opens(admin?.password ?? '', 'password')}
  of tenant     ${tenantId}

Try:
  curl -s -H 'Authorization: Bearer ${system}' ${api}/clients${
    debtorId === undefined
      ? ''
      : `
  curl -s -H 'Authorization: Bearer ${system}' ${api}/debtors/${debtorId}/notes  (or labels)`
  }
  curl -s -H 'Authorization: Bearer ${client}' -H 'Content-Type: application/json' \\
    -d '{"invoiceNumber":"F-0","dates":{"invoiceDate":"2026-11-22","expireDate":"2026-12-22"},
         "debtor":{"customerNumber":"7","name":"Sundin Bygg AB","type":"COMPANY",
                   "identificationNumber":"559999-2020"},
         "articleRows":[{"quantity":"10","price":"1000.00","vatPercentage":25}]}' ${api}/invoices
  then PUT ${api}/invoices/{id}/activate {"productCode":"INVOICE_SERVICE"}; see README.md
`
}
