import type { ChangeOf } from '../../kernel/read/setting.ts'
import type { ClientSetting } from '../../entities/client-setting.ts'
import { settleErrand } from '../system/settle-errand.ts'
import { settingsOf } from '../../kernel/read/settings-in-force.ts'
import { Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { changeSettings } from './change-settings.ts'
import { kycKey } from './onboarding/begin-compliance.ts'
import { complianceSettings } from './settings.ts'

const settled: readonly unknown[] = ['APPROVED', 'DENIED']

/** Closes the errand that asked who the client is, once that is decided. */
export async function changeCompliance(
  unit: Unit,
  clientId: string,
  sent: ChangeOf<(typeof complianceSettings)['tree']>,
): Promise<ClientSetting | Pending> {
  const { kycStatus: before } = await settingsOf(unit, clientId, complianceSettings)
  const row = await changeSettings(unit, clientId, complianceSettings, sent)
  if (row instanceof Pending) return row
  if (settled.includes(sent.kycStatus)) {
    await settleErrand(unit, kycKey(clientId), `The KYC status became ${sent.kycStatus}.`)
  }
  const after = sent.kycStatus ?? before
  if ([before, after].includes('DENIED')) {
    await unit.runtime.registered.payoutsFollow(unit, clientId)
  }
  return row
}
