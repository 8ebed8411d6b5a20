import { z } from 'zod'
import { RealtimeMessage } from '../../entities/realtime-message.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { filled } from '../../kernel/read/fields.ts'

export const sendTestMessageInput = z
  .strictObject({ text: filled(500).default('This is a test.') })
  .prefault({})

/**
 * A test event takes the same way as every event, so that its arrival proves that the way works.
 */
export async function sendTestMessage(
  unit: Unit,
  { text }: z.output<typeof sendTestMessageInput>,
): Promise<RealtimeMessage> {
  const { clientId, debtorId } = unit.scope
  return unit.add(RealtimeMessage, { clientId, debtorId, text })
}
