import type { z } from 'zod'
import { Client } from '../../../entities/client.ts'
import { EmailRecipient } from '../../../entities/email-recipient.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { bodyOf } from '../../../kernel/read/body.ts'

export const addEmailRecipientInput = bodyOf(EmailRecipient, [
  'email',
  'types',
  'language',
]).partial({ language: true })
export type NewRecipient = z.output<typeof addEmailRecipientInput>

/** Adds somebody at a client who gets its mails, in the client's language by default. */
export async function addEmailRecipient(
  unit: Unit,
  clientId: string,
  { email, types, language }: NewRecipient,
): Promise<EmailRecipient> {
  const client = await unit.load(Client, clientId)
  return unit.add(EmailRecipient, {
    clientId,
    email,
    types: [...new Set(types)],
    language: language ?? client.preferredLanguage,
  })
}
