import { Environment } from '../environment.ts'

/** Read from the schema, so that there is no second list to keep up to date. */
export function environmentCommand(): void {
  for (const [name, schema] of Object.entries(Environment.shape)) {
    const read = schema.safeParse(undefined)
    const fallback = read.success && read.data !== undefined ? ` (${String(read.data)})` : ''
    process.stdout.write(`${name}${fallback}\n    ${schema.description ?? ''}\n`)
  }
}
