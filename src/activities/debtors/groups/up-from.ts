/** These groups and all above them. */
export const upFrom = (groups: string) => `id in (with recursive up as (
    select id, parent_id from system_debtor_group where tenant_id = $1 and id in (${groups})
    union select g.id, g.parent_id from up
      join system_debtor_group g on g.tenant_id = $1 and g.id = up.parent_id)
  select id from up)`
