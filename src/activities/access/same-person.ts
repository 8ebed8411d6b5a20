import type { Unit } from '../../kernel/write/unit.ts'

/**
 * Whether two callers are one person as far as what takes two is concerned: a token counts as
 * whoever minted it, so that neither two tokens of one person nor a token of theirs is a second.
 */
export async function isSamePerson(unit: Unit, one: string, other: string): Promise<boolean> {
  if (one === other) return true
  // Who minted a token is not for everybody to see, but it binds them.
  const [row] = await unit.widened(() =>
    unit.transaction.query<{ shared: boolean }>(shared, [unit.tenantId, one, other]),
  )
  return row?.shared === true
}

/** The platform mints the first tokens of a tenant; it is nobody. */
const shared = `
with recursive behind (whose, id) as (
  values (1, $2::text), (2, $3::text)
  union
  select b.whose, coalesce(t.user_id, t.service_account_id, t.created_by)
  from behind b join token t on t.tenant_id = $1 and t.id = b.id)
select exists (
  select from behind a join behind b on b.id = a.id
  where a.whose = 1 and b.whose = 2 and a.id <> 'platform') as shared`
