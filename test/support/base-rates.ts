import { newId } from '../../src/kernel/write/ids.ts'
import type { TestTenant, World } from './world.ts'

/** What somebody published of the Swedish reference rate, and nothing else. */
export async function published(
  at: World,
  { id }: Pick<TestTenant, 'id'>,
  rates: Readonly<Record<string, string>>,
): Promise<void> {
  await at.owner('delete from base_interest_rate where tenant_id = $1', [id])
  for (const [day, rate] of Object.entries(rates)) {
    await at.owner(
      `insert into base_interest_rate (tenant_id, id, code, currency, rate, valid_from, revision,
         source, created_at)
       values ($1, $2, 'SE_REFERENCE', 'SEK', $3, $4, 1, 'Test', now())`,
      [id, newId('BaseInterestRate'), rate, day],
    )
  }
}
