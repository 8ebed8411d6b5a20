import type { World } from './world.ts'

/** What waits to be sent to Temporal is as if it had been sent. */
export async function allSent({ owner }: Pick<World, 'owner'>): Promise<void> {
  await owner('update outbox set done_at = now() where done_at is null')
  await owner('update invoice_activation set starts_at = null where starts_at is not null')
}

/** What a relay has taken, or left for later, may be taken at once. */
export async function allDue({ owner }: Pick<World, 'owner'>): Promise<void> {
  await owner('update outbox set due_at = now() - make_interval(secs => 1) where done_at is null')
  await owner('update invoice_activation set start_due_at = null where starts_at is not null')
}
