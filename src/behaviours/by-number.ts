import { systemDebtorNumbered } from '../activities/system/system-debtor-numbered.ts'
import { preparedBy } from '../kernel/http/prepared-by.ts'

/** A behaviour of what is named by its id, under a path that may have its number in that place. */
export const byNumber = <B extends { handle: (call: never) => unknown }>(
  behaviour: B,
  param = 'systemDebtorId',
): B =>
  preparedBy(async (call) => {
    const { id } = await systemDebtorNumbered(call.unit, call.params[param] ?? '')
    return { ...call, params: { ...call.params, [param]: id } }
  }, behaviour)
