import { lifeOfSync } from '../../../domain/clients/sync.ts'
import { ClientAccount } from '../../../entities/client-account.ts'
import { ClientInvoiceRequest } from '../../../entities/client-invoice-request.ts'
import { ClientSync } from '../../../entities/client-sync.ts'
import { holdWhere } from '../../../kernel/write/hold.ts'
import { lockKey } from '../../../kernel/write/lock-key.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { endAccessOfClient } from '../../access/end-access-of-client.ts'
import { endAutomationsOf, endSchedulesOf } from '../../automation/end-of-client.ts'
import { endRequestsOfClient } from '../../automation/end-requests-about.ts'
import { settleErrand } from '../../system/settle-errand.ts'
import { endWebhooksOf } from '../../webhooks/end-of-client.ts'
import { kycKey } from '../onboarding/begin-compliance.ts'
import { endInvoiceRequest } from '../requests/answer-invoice-request.ts'
import { disableSync } from '../sync/end-sync.ts'
import { refuseInBusiness } from './refuse-in-business.ts'

const why = 'The client was closed.'

/**
 * Ends what hangs on a client as it is closed: nothing of it works by itself any more, and nobody
 * of it gets in. What was chosen and written down stays, for whoever looks it up or opens it again.
 */
export async function endClient(unit: Unit, clientId: string): Promise<void> {
  await refuseInBusiness(unit, clientId)
  // Some of it is hidden from a client, or is not theirs to change.
  await unit.widened(async () => {
    await endSchedulesOf(unit, clientId)
    await endAutomationsOf(unit, clientId, why)
    await endRequestsOfClient(unit, clientId, why)
    await endWebhooksOf(unit, clientId)
    await endAccessOfClient(unit, clientId)
    await endInvoiceRequests(unit, clientId)
    await endSync(unit, clientId)
    await unit.flush()
    // Money that moved in this moment is there by now, and none moves by hand from here on.
    await holdWhere(unit, ClientAccount, 'client_id = $2', [clientId])
    await refuseInBusiness(unit, clientId)
    await settleErrand(unit, kycKey(clientId), why)
    await unit.flush()
  })
}

async function endInvoiceRequests(unit: Unit, clientId: string): Promise<void> {
  const open = `client_id = $2 and status in ('OPEN', 'IN_PROGRESS')`
  const requests = await unit.readEach(ClientInvoiceRequest, open, [clientId], 'held')
  for (const request of requests) endInvoiceRequest(unit, request, why)
}

async function endSync(unit: Unit, clientId: string): Promise<void> {
  await lockKey(unit, 'sync', clientId)
  const sync = await unit.find(ClientSync, { clientId })
  if (sync !== null && lifeOfSync.may(sync.status, 'disable')) await disableSync(unit, clientId)
}
