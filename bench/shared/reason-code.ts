import { headersOf, type Making } from './making.ts'
import type { Caller } from './stage.ts'
import type { Written } from './written.ts'
import { tenantSetting } from '../../src/ports/database/sight.ts'

/** Without and with an Idempotency-Key. */
export type Variant = 'plain' | 'keyed'
export const variants: readonly Variant[] = ['plain', 'keyed']

/** One plain resource made, as the interface takes it. */
export function reasonCode(url: string, caller: Caller, variant: Variant): Making {
  const key = variant === 'keyed' ? { 'idempotency-key': 'bench-{n}' } : undefined
  const code = (n: string) => `${variant === 'keyed' ? 'K' : 'B'}${n}`
  return {
    load: {
      url: `${url}/reason-code`,
      method: 'POST',
      headers: { ...headersOf(caller), ...key },
      body: `{"code":"${code('{n}')}","type":"STOP","name":"A reason of the bench"}`,
    },
    words: (n) => [code(n), `bench-${n}`],
    reads: (written) => (key === undefined ? [] : guardOf(caller, written)),
  }
}

function guardOf({ tenantId }: Caller, written: readonly Written[]): string[] {
  const { principal_id, operation } = written.find(({ table }) => table === 'idempotency')!.row
  return [
    `select pg_try_advisory_xact_lock(hashtextextended(:n, 0))`,
    `select fingerprint, status, body, location, secret from idempotency
     where tenant_id = '${tenantSetting(tenantId)}' and principal_id = '${principal_id}'
     and operation = '${operation}' and key = 'bench-' || :n`,
    'savepoint work',
  ]
}
