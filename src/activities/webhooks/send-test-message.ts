import { RealtimeMessage } from '../../entities/realtime-message.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Its event goes the way of all events, so that whoever sees it arrive has seen that way work. */
export async function sendTestMessage(unit: Unit, text: string): Promise<RealtimeMessage> {
  const { clientId, debtorId } = unit.scope
  return unit.add(RealtimeMessage, { clientId, debtorId, text })
}
