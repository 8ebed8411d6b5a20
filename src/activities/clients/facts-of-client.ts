import type { SyncStatus } from '../../domain/clients/client.ts'
import { readinessOf, type Readiness, type ReadinessFacts } from '../../domain/clients/readiness.ts'
import { Client } from '../../entities/client.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { TakenOn } from './create-client.ts'
import { stepsOf } from './onboarding/steps.ts'

export interface ClientFacts extends TakenOn {
  readiness: Readiness[]
}

interface Found {
  has_account: boolean
  has_recipient: boolean
  kyc_status: string
  products: number
  users: number
  sync: SyncStatus | null
}

const asked = `select
  coalesce((select value -> 'paymentAccount' is not null and value ->> 'paymentAccount' is not null
    from client_setting where tenant_id = $1 and client_id = $2 and kind = 'INVOICE'), false)
    as has_account,
  coalesce((select value ->> 'billRecipientEmail' is not null
    from client_setting where tenant_id = $1 and client_id = $2 and kind = 'BILLING'), false)
    as has_recipient,
  coalesce((select value ->> 'kycStatus'
    from client_setting where tenant_id = $1 and client_id = $2 and kind = 'COMPLIANCE'),
    'NOT_STARTED') as kyc_status,
  (select count(*)::int from client_product
    where tenant_id = $1 and client_id = $2 and enabled) as products,
  (select count(*)::int from user_account
    where tenant_id = $1 and client_id = $2 and status <> 'DISABLED') as users,
  (select status from client_sync where tenant_id = $1 and client_id = $2) as sync`

/** A client with the steps of its onboarding, and what it still lacks. */
export async function factsOfClient(unit: Unit, clientId: string): Promise<ClientFacts> {
  const client = await unit.load(Client, clientId)
  const steps = await stepsOf(unit, client.id)
  const [found] = await unit.transaction.query<Found & Record<string, unknown>>(asked, [
    unit.tenantId,
    client.id,
  ])
  return { client, steps, readiness: readinessOf(factsFrom(client, steps, found as Found)) }
}

function factsFrom(client: Client, steps: TakenOn['steps'], found: Found): ReadinessFacts {
  return {
    stepsLeft: steps.filter(({ status }) => status !== 'DONE').length,
    hasPaymentAccount: found.has_account,
    hasBillingRecipient: found.has_recipient || client.contactInformation?.email != null,
    enabledProducts: found.products,
    kycStatus: found.kyc_status,
    users: found.users,
    invoiceErp: client.invoiceErpId != null,
    bookkeepErp: client.bookkeepErpId != null,
    sync: found.sync,
  }
}
