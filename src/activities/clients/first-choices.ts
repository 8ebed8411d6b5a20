import type { SettingKind } from '../../domain/clients/client.ts'
import type { Language } from '../../domain/languages.ts'
import type { KeyedSettings } from '../../kernel/write/registered.ts'

/** The choices that a new client has: its documents are in the language of the client. */
export function firstChoices(kind: SettingKind, language: Language): Record<string, unknown> {
  return kind === 'DOCUMENT' ? { language } : {}
}

/** The kind of the row that has a client's choices of a group. */
export function kindOf({ name, kind }: KeyedSettings): SettingKind {
  if (kind === null) throw new Error(`clients choose nothing of ${name}`)
  return kind
}
