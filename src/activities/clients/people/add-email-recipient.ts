import type { recipientTypes } from '../../../domain/clients/client.ts'
import type { Language } from '../../../domain/distribution/document.ts'
import { Client } from '../../../entities/client.ts'
import { EmailRecipient } from '../../../entities/email-recipient.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

export interface NewRecipient {
  email: string
  types: readonly (typeof recipientTypes)[number][]
  language?: Language | undefined
}

/** Somebody at a client is mailed what is made for it, in its language unless told otherwise. */
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
