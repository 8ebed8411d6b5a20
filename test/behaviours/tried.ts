import type { Left } from '../support/left.ts'
import type { TestTenant } from '../support/world.ts'

export interface Asked {
  ids: readonly string[]
  input: Record<string, unknown>
  /** How many of them are refused. */
  refused: number
}

export interface Tried {
  /** The same in each tenant, one task after the other. */
  tasks(tenant: TestTenant): Promise<Asked[]>
  /** What the two forms are meant to leave differently. */
  without?: (left: Left) => Left
}
