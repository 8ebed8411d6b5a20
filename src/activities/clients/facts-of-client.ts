import { kycStatusOn } from '../../domain/clients/kyc.ts'
import type { SyncStatus } from '../../domain/clients/client.ts'
import { readinessOf, type Readiness, type ReadinessFacts } from '../../domain/clients/readiness.ts'
import { Client } from '../../entities/client.ts'
import { settingsInForce, type SettingsInForce } from '../../kernel/read/settings-in-force.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { TakenOn } from './create-client.ts'
import { stepsOf } from './onboarding/steps.ts'
import { billingSettings, complianceSettings, invoiceSettings } from './settings.ts'

export interface ClientFacts extends TakenOn {
  readiness: Readiness[]
}

interface Found {
  products: number
  users: number
  sync: SyncStatus | null
}

const asked = [invoiceSettings, billingSettings, complianceSettings]

const counted = `select
  (select count(*)::int from client_product
    where tenant_id = $1 and client_id = $2 and enabled) as products,
  (select count(*)::int from user_account
    where tenant_id = $1 and client_id = $2 and status <> 'DISABLED') as users,
  (select status from client_sync where tenant_id = $1 and client_id = $2) as sync`

/** Loads a client with the steps of its onboarding, and what it still lacks. */
export async function factsOfClient(unit: Unit, clientId: string): Promise<ClientFacts> {
  const client = await unit.load(Client, clientId)
  const steps = await stepsOf(unit, client.id)
  const [settings, [found], today] = await Promise.all([
    settingsInForce(unit, asked, [client.id]),
    unit.transaction.query<Found & Record<string, unknown>>(counted, [unit.tenantId, client.id]),
    unit.today(),
  ])
  const facts = {
    ...factsFrom(client, steps, found as Found),
    ...chosenOf(settings, client, today),
  }
  return { client, steps, readiness: readinessOf(facts) }
}

type ChosenFacts = Pick<ReadinessFacts, 'hasPaymentAccount' | 'hasBillingRecipient' | 'kycStatus'>

function chosenOf(
  settings: SettingsInForce,
  { id, contactInformation }: Client,
  today: string,
): ChosenFacts {
  const { billRecipientEmail } = settings.of(billingSettings, id)
  return {
    hasPaymentAccount: settings.of(invoiceSettings, id).paymentAccount !== null,
    hasBillingRecipient: billRecipientEmail !== null || contactInformation?.email != null,
    kycStatus: kycStatusOn(settings.of(complianceSettings, id), today),
  }
}

function factsFrom(
  client: Client,
  steps: TakenOn['steps'],
  found: Found,
): Omit<ReadinessFacts, keyof ChosenFacts> {
  return {
    stepsLeft: steps.filter(({ status }) => status !== 'DONE').length,
    enabledProducts: found.products,
    users: found.users,
    invoiceErp: client.invoiceErpId != null,
    bookkeepErp: client.bookkeepErpId != null,
    sync: found.sync,
  }
}
