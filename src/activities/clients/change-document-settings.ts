import { changing } from './change-settings.ts'
import { settleLogotypeErrand } from './logotype-errand.ts'
import { refuseNoLogotype } from './refuse-no-logotype.ts'
import { documentSettings } from './settings.ts'

/** Changes how documents look; the logotype must be stored. */
export const changeDocumentSettings = changing(
  documentSettings,
  async ({ unit, clientId, sent, choose }, pointer: string = '/logoDocumentId') => {
    const row = await choose()
    await refuseNoLogotype(unit, clientId, sent.logoDocumentId, pointer)
    if (sent.logoDocumentId !== undefined) await settleLogotypeErrand(unit, clientId)
    return row
  },
)
