import type { z } from 'zod'
import { unknownPlaceholders, transferPlaceholders } from '../../../domain/clients/transfer-text.ts'
import { invalid } from '../../../domain/refusal.ts'
import { ClientTransferText } from '../../../entities/client-bank-account.ts'
import { bodyOf } from '../../../kernel/read/body.ts'
import { id } from '../../../kernel/read/fields.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { clientOfToken } from '../../access/client-of-token.ts'

export const createTransferTextInput = bodyOf(ClientTransferText, [
  'purpose',
  'language',
  'template',
]).extend({ clientId: id('Client').optional() })

/** What a client reads at its bank, one for each purpose and language. */
export async function createTransferText(
  unit: Unit,
  { clientId: named, ...sent }: z.output<typeof createTransferTextInput>,
): Promise<ClientTransferText> {
  refuseUnknown(sent.template)
  const clientId = await clientOfToken(unit, named)
  return unit.add(ClientTransferText, { clientId, ...sent })
}

export const updateTransferTextInput = bodyOf(ClientTransferText, ['template'])

/** Payouts that were made keep the text that they were made with. */
export async function updateTransferText(
  unit: Unit,
  textId: string,
  { template }: z.output<typeof updateTransferTextInput>,
): Promise<ClientTransferText> {
  refuseUnknown(template)
  return Object.assign(await unit.load(ClientTransferText, textId), { template })
}

function refuseUnknown(template: string): void {
  if (unknownPlaceholders(template).length === 0) return
  const known = transferPlaceholders.map((name) => `{${name}}`).join(', ')
  invalid('/template', 'UNKNOWN_PLACEHOLDER', `Placeholders are ${known}`)
}
