import { Settings } from '../config.ts'

/** The settings as the schema has them: there is no second list to keep up to date. */
export function settingsCommand(): void {
  for (const [name, schema] of Object.entries(Settings.shape)) {
    const read = schema.safeParse(undefined)
    const fallback = read.success && read.data !== undefined ? ` (${String(read.data)})` : ''
    process.stdout.write(`${name}${fallback}\n    ${schema.description ?? ''}\n`)
  }
}
