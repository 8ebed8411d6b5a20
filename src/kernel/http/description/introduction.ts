import { lifetimes, session, type Lifetime } from '../../../domain/access/token.ts'
import { requestExpiresAfterMs } from '../../../domain/automation/internal-request.ts'
import { retryAfterMs } from '../../../domain/webhooks/delivery.ts'
import { deadlineMs } from '../../../ports/webhooks/post.ts'
import { countMax, pageLimitDefault, pageLimitMax } from '../../read/page.ts'
import { confirmsHeader } from '../confirming.ts'

const hour = 3_600_000
const hours = (ms: number) => (ms === hour ? 'an hour' : `${ms / hour} hours`)
const days = (ms: number) => (ms === 24 * hour ? 'a day' : `${ms / (24 * hour)} days`)
const most = ({ usualMs, longestMs }: Lifetime, said = hours(usualMs)) =>
  `${said}, at most ${days(longestMs)}`
const { system, bound, serviceAccount } = lifetimes
const sessions = `${hours(session.lifetimeMs)}, and ${session.idleMs / 60_000} minutes of rest`

const tokens = [
  ['Token', 'Made by', 'Lives'],
  ['---', '---', '---'],
  ['of a session', '`POST /login`, then `POST /login/totp` with a second factor', sessions],
  ['of a service account', '`POST /login/service-account`', most(serviceAccount)],
  ['of the tenant', '`POST /token/generate`', most(system, days(system.usualMs))],
  ['of a client', '`POST /token/client/generate`', most(bound)],
  ['of the portal of a client', '`POST /token/client/portal/generate`', most(bound)],
  ['of a debtor', '`POST /token/debtor/generate`', most(bound)],
]

/** What holds of all operations, for whoever reads the description first. */
export const introduction = `
Invoicing, factoring, collection and the ledger under them. This page says what holds of every
operation; each names the rights of which any one opens it (\`x-required-rights\`). What says
\`x-extension: true\` is offered beside the specification.

## Tokens

Send \`Authorization: Bearer rp_…\` with every request, except what is marked as open to all.

${tokens.map((row) => `| ${row.join(' | ')} |`).join('\n')}

A token is shown once. It can do what it was made with, and nothing that its maker could not do. One
that is bound sees rows of its client or debtor alone: what is somebody else's is answered as if it
were not there (404). \`GET /ping/secured\` says who you are.

## Repeating a request

Send an \`Idempotency-Key\` of your own (1 to 255 visible characters) with every POST and PUT. The
same request under the same key within 7 days is done once: it gets the first answer again, with
\`Idempotency-Replayed: true\`. Another request under the same key is refused with 422, and one that
comes while the first still runs with 409 and \`Retry-After\`. A DELETE needs no key. An answer with
a secret in it is not given twice.

## Lists

A list, and a search by \`POST …/search\`, answers \`{data, hasMore, nextCursor}\`. A page has
${pageLimitDefault} rows unless \`limit\` says otherwise, ${pageLimitMax} at most. For the next page
send \`nextCursor\` as \`cursor\`, with the same filters and sort; a cursor of another list is
refused with 400. Rows that come meanwhile neither repeat nor skip others. \`count=true\` counts all
rows: up to ${countMax.toLocaleString('en')} exactly, beyond that as \`{atLeast}\`. Filters are
exact, or \`{from, to}\`, or \`{contains}\`; of a GET they are written \`createdAt.from=…\`.

## Errors

Every refusal is \`application/problem+json\` (RFC 9457):

    {"type": "https://…/developers/errors#NOT_FOUND", "title": "…", "status": 404,
     "detail": "…", "code": "NOT_FOUND", "instance": "urn:request:…", "requestId": "…"}

Decide by \`code\`: it never changes its meaning, and [/developers/errors](/developers/errors) says
what to do about each. \`type\` is that address, absolute. With 400 and 422 \`errors\` names the
fields by JSON Pointers; with 403 \`missingRights\` says which right would do. Unknown fields are
refused, so that a misspelled one is not lost. With 409, 429 and 503 wait \`Retry-After\` seconds
where it stands there, and repeat. \`X-Request-Id\` of the answer finds the request in our log; send
one of your own and we use it.

## Money, days and moments

Amounts are texts in decimal notation, as \`"1250.00"\`, with at most as many decimals as their
currency has; the currency (ISO 4217) stands beside them. Never read them as binary fractions. Rates
of interest and shares are texts too; rates of VAT are numbers. A day is \`2026-11-20\`, in the time
zone of the tenant; a moment is \`2026-11-20T09:30:00.000Z\`, in UTC.

## Versions

What can be changed has a \`version\`, which is its \`ETag\` as well. Send it back with a change: if
somebody else was first, \`If-Match: "3"\` is refused with 412, and \`version\` in the body of a PUT
with 409. Without either the last one wins.

## What takes two people

Where the tenant asks for it, a request is answered 202 with \`confirmationRequired: true\`, the
\`internalRequestId\` and \`wouldDo\`, the effect it would have. It is done once another person with
the same right sends the same request, within ${hours(requestExpiresAfterMs)}; the header
\`${confirmsHeader}\` with the id says which one they mean to confirm. Whoever asked is refused with
409, whatever token they use.

## What goes on in the background

A 202 without \`confirmationRequired\` has begun. What is done to many at once answers a background
task: read \`GET /background-task/{taskId}\` until \`status\` is neither QUEUED nor RUNNING, or take
the webhook. \`?dryRun=true\` of such a request says what would become of each, and changes nothing.

## Webhooks

\`POST /webhook\` subscribes an https address to a family of events; \`GET /webhook/types\` lists
them, and the webhooks of this page show what is posted. Each delivery is signed as in
[Standard Webhooks](https://www.standardwebhooks.com): \`webhook-signature\` holds \`v1,\` and the
base64 of HMAC-SHA256 over \`{webhook-id}.{webhook-timestamp}.{body}\`, by the key of the
subscription. Check it against the bytes as they came, refuse what is older than some minutes, and
answer below 400 within ${deadlineMs / 1000} seconds. What is answered 5xx, or not at all, comes
once more after ${retryAfterMs / 1000} seconds, with the same \`webhook-id\`, by which you know it;
4xx is final. \`GET /webhook/log\` shows every attempt, and one that failed can be had again.

## Links

Answers that create or list something have \`links\` to the operations that take its id.
`.trim()
