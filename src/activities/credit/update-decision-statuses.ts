import { z } from 'zod'
import { invalid, notFound, refuse } from '../../domain/refusal.ts'
import { CreditDecisionStatus } from '../../entities/credit-decision-status.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import {
  changeDecisionStatus,
  lockDecisionStatuses,
  decisionNumberMax,
  updateDecisionStatusInput,
} from './decision-status-fields.ts'
import { version } from '../../kernel/read/fields.ts'
import { someChange } from '../../kernel/read/some-change.ts'

const numbered = someChange(
  updateDecisionStatusInput.extend({
    number: z.int().min(1).max(decisionNumberMax).meta({ example: 1 }),
    version: version.optional(),
  }),
  ['number', 'version'],
)

export const updateDecisionStatusesInput = z.strictObject({
  items: z.array(numbered).min(1).max(500),
})

/** Many of them at once, as when they are put in another order: all are changed, or none. */
export async function updateDecisionStatuses(
  unit: Unit,
  { items }: z.output<typeof updateDecisionStatusesInput>,
): Promise<CreditDecisionStatus[]> {
  const numbers = items.map(({ number }) => number)
  numbers.forEach((number, at) => {
    if (numbers.indexOf(number) !== at) {
      invalid(`/items/${at}/number`, 'TWICE', 'It stands here twice')
    }
  })
  await lockDecisionStatuses(unit)
  const rows = await unit.all(CreditDecisionStatus, { number: { $in: numbers } })
  const done: CreditDecisionStatus[] = []
  for (const [at, { number, version: seen, ...fields }] of items.entries()) {
    const row = rows.find((each) => each.number === number) ?? notFound(`/items/${at}/number`)
    if (seen !== undefined && seen !== row.version) {
      const message = 'Someone else changed it in the meantime'
      const errors = [{ pointer: `/items/${at}/version`, code: 'VERSION_CONFLICT', message }]
      refuse('VERSION_CONFLICT', { errors })
    }
    done.push(await changeDecisionStatus(unit, row, fields))
  }
  return done
}
