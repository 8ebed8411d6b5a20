import type { ChangeOf } from '../../kernel/read/setting.ts'
import type { ClientSetting } from '../../entities/client-setting.ts'
import { Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { changeSettings } from './change-settings.ts'
import { settleLogotypeErrand } from './logotype-errand.ts'
import { refuseNoLogotype } from './refuse-no-logotype.ts'
import { documentSettings } from './settings.ts'

/** Changes how documents look; the logotype must be stored. */
export async function changeDocumentSettings(
  unit: Unit,
  clientId: string,
  sent: ChangeOf<(typeof documentSettings)['tree']>,
  pointer = '/logoDocumentId',
): Promise<ClientSetting | Pending> {
  const row = await changeSettings(unit, clientId, documentSettings, sent)
  if (row instanceof Pending) return row
  await refuseNoLogotype(unit, clientId, sent.logoDocumentId, pointer)
  if (sent.logoDocumentId !== undefined) await settleLogotypeErrand(unit, clientId)
  return row
}
