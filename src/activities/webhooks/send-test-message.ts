import { z } from 'zod'
import { RealtimeMessage } from '../../entities/realtime-message.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { name } from '../../kernel/read/fields.ts'

export const sendTestMessageInput = z
  .strictObject({ text: name(500).default('This is a test.') })
  .prefault({})

/** Its event goes the way of all events, so that whoever sees it arrive has seen that way work. */
export async function sendTestMessage(
  unit: Unit,
  { text }: z.output<typeof sendTestMessageInput>,
): Promise<RealtimeMessage> {
  const { clientId, debtorId } = unit.scope
  return unit.add(RealtimeMessage, { clientId, debtorId, text })
}
