import { z } from 'zod'
import type { ClientSetting } from '../../entities/client-setting.ts'
import { id } from '../../kernel/read/fields.ts'
import type { Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { changeDocumentSettings } from './change-document-settings.ts'

export const connectLogotypeInput = z.strictObject({ documentId: id('Document').nullable() })

/** Puts a logotype on a client's documents, or takes it off. */
export function connectLogotype(
  unit: Unit,
  clientId: string,
  { documentId }: z.output<typeof connectLogotypeInput>,
): Promise<ClientSetting | Pending> {
  return changeDocumentSettings(unit, clientId, { logoDocumentId: documentId }, '/documentId')
}
