import { platformId } from '../../domain/id-forms.ts'
import { refuse } from '../../domain/refusal.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Else whoever holds a minted token could make what outlives it. The tenant's first is not minted. */
export async function refuseMinted(unit: Unit): Promise<void> {
  const { kind, tokenId } = unit.principal
  if (tokenId === null || kind === 'USER' || kind === 'SERVICE_ACCOUNT') return
  const [token] = await unit.transaction.prepared<{ created_by: string }>(
    'select created_by from token where tenant_id = $1 and id = $2',
    [unit.tenantId, tokenId],
  )
  if (token?.created_by !== platformId) refuse('MINTED_TOKEN')
}
