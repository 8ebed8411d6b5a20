import type { Callback, RailEvent } from './rails.ts'

const patienceMs = 10_000

/** As an adapter in a process of its own does it. Who is not heard now is asked soon. */
export async function tell({ url, token }: Callback, event: RailEvent): Promise<boolean> {
  try {
    const { ok, body } = await fetch(url, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(event),
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    await body?.cancel()
    return ok
  } catch {
    return false
  }
}
