import type { Runtime } from '../../../kernel/write/runtime.ts'

/** Rows of many tenants, by the login that alone may see who they are. */
export async function acrossTenants<R extends Record<string, unknown>>(
  { across }: Runtime,
  text: string,
  values: unknown[],
): Promise<R[]> {
  if (across === undefined) throw new Error('this process has no login that finds tenants')
  return (await across.query<R>(text, values)).rows
}
