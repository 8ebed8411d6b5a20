import { refuse } from '../../domain/refusal.ts'

const ourselves = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * A page of elsewhere may have its own name point at this machine, and then read what it likes
 * here: so no name is answered but the machine's own. Pages at its other ports share its cookies,
 * so what they ask for is refused as well.
 */
export function refuseElsewhere({ url, method, headers }: Request): void {
  const { hostname, host } = new URL(url)
  if (!ourselves.has(hostname)) {
    refuse('ACCESS_DENIED', { detail: 'It is served to this machine alone: open 127.0.0.1.' })
  }
  const from = headers.get('sec-fetch-site') ?? 'none'
  const isNavigation = method === 'GET' && headers.get('sec-fetch-mode') === 'navigate'
  const isForeign = from === 'cross-site' || from === 'same-site'
  const origin = headers.get('origin')
  const isOwn = origin === null || origin === `http://${host}`
  if ((isForeign && !isNavigation) || !isOwn) {
    refuse('ACCESS_DENIED', { detail: 'Another page asked for this.' })
  }
}
