import type { SettingKind } from '../../domain/clients/client.ts'
import type { Language } from '../../domain/distribution/document.ts'
import type { KeyedSettings } from '../../kernel/write/registered.ts'

/** What a client begins with: its documents speak the language that it is spoken to in. */
export function firstChoices(kind: SettingKind, language: Language): Record<string, unknown> {
  return kind === 'DOCUMENT' ? { language } : {}
}

/** In which row of a client its choices of a group are kept. */
export function kindOf({ name, kind }: KeyedSettings): SettingKind {
  if (kind === null) throw new Error(`clients choose nothing of ${name}`)
  return kind
}
