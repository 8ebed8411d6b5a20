import { tenantSetting } from '../../src/ports/database/sight.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { headersOf, type Making } from './making.ts'
import type { Caller, Stage } from './stage.ts'
import { swedishNumber } from '../../test/support/swedish-number.ts'
import { threeRows } from './three-rows.ts'
import type { Written } from './written.ts'

const debtor = { customerNumber: '1042', name: 'Nordic Timber AB', type: 'COMPANY' }

/** An invoice of three rows for a debtor that is known, as an integrator sends it. */
export function invoice(url: string, caller: Caller, clientId: string): Making {
  const number = (n: string) => `N${n}`
  return {
    load: {
      url: `${url}/invoices`,
      method: 'POST',
      headers: headersOf(caller),
      body: JSON.stringify({
        clientId,
        invoiceNumber: number('{n}'),
        debtor,
        dates: { invoiceDate: '2026-11-02', expireDate: '2027-11-02' },
        currency: { invoiceCurrency: 'SEK' },
        articleRows: threeRows,
      }),
    },
    words: (n) => [number(n)],
    reads: (written) => [placeOf(caller, written)],
  }
}

/** What has to be known of client and debtor, and that no invoice has this number. */
function placeOf({ tenantId }: Caller, written: readonly Written[]): string {
  const { client_id: clientId } = written.find(({ table }) => table === 'invoice')!.row
  const tenant = tenantSetting(tenantId)
  return `select t.currency, c.id, c.country_code, s.value, d.*, i.id from tenant t
    left join client c on c.tenant_id = ${tenant} and c.id = '${clientId}'
    left join client_setting s on s.tenant_id = ${tenant} and s.client_id = '${clientId}'
      and s.kind = 'INVOICE'
    left join debtor d on d.tenant_id = ${tenant} and d.client_id = '${clientId}'
      and d.customer_number = '${debtor.customerNumber}'
    left join invoice i on i.tenant_id = ${tenant} and i.client_id = '${clientId}'
      and i.invoice_number = 'N' || :n and i.type = 'INVOICE'
    where t.tenant_id = ${tenant}`
}

let taken = 0

/** A client that makes its documents when somebody asks for them, unless told otherwise. */
export async function clientOf(
  stage: Stage,
  url: string,
  caller: Caller,
  settings: { produce?: string; number?: string } = {},
): Promise<string> {
  const number = swedishNumber(552_000_000 + ++taken)
  const { produce = 'ON_DEMAND', number: identificationNumber = number } = settings
  const made = await call(url, caller, 'POST', '/clients', {
    identificationNumber,
    name: `Client ${taken} AB`,
  })
  const clientId = String(made['id'])
  const paymentAccount = { kind: 'BANKGIRO', number: '991-2346' }
  await call(url, caller, 'PUT', `/clients/${clientId}/settings/invoice`, { paymentAccount })
  await stage.owner(
    `update client_setting set value = jsonb_set(value::jsonb, '{produce}', to_jsonb($3::text))
     where tenant_id = $1 and client_id = $2 and kind = 'DOCUMENT'`,
    [caller.tenantId, clientId, produce],
  )
  return clientId
}

const againMax = 50
const pauseMs = 100

/** As a careful caller does who is told that the platform is busy: the same again, some times. */
export async function call(
  url: string,
  caller: Caller,
  method: string,
  path: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  for (let again = 0; ; again++) {
    const answer = await fetch(url + path, { method, headers: headersOf(caller), ...sent })
    const text = await answer.text()
    if (answer.status < 300) return JSON.parse(text) as Record<string, unknown>
    if (answer.status !== 503 || again === againMax) {
      throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    }
    await sleep(pauseMs)
  }
}
