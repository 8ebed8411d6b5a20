import { z } from 'zod'
import { invalid, refuse } from '../../domain/refusal.ts'
import { idPattern } from '../../entities/ids.ts'
import { InternalRequest } from '../../entities/internal-request.ts'
import { effectSeen, effectShown } from '../read/effect.ts'
import { id, instant } from '../read/fields.ts'
import { effectOf } from '../write/effect.ts'
import { lockKeys } from '../write/lock-key.ts'
import { goOn, lockSecond, Pending } from '../write/pending.ts'
import type { Unit } from '../write/unit.ts'
import { withoutTrace } from '../write/without-trace.ts'
import type { Prepared } from './prepared.ts'

/** The answer to a request that takes a second person. */
export const ConfirmationRequired = z
  .object({
    internalRequestId: id('InternalRequest'),
    confirmationRequired: z.literal(true),
    expiresAt: instant,
    /** An earlier request for the same, which would have another effect by now, and is cancelled. */
    renews: id('InternalRequest').nullable(),
    wouldDo: effectShown,
  })
  .meta({ id: 'ConfirmationRequired' })

/** A request that waits for a second person, as whoever made it sees it. */
export class Asked {
  readonly shown: z.input<typeof ConfirmationRequired>

  constructor(unit: Unit, { id, expiresAt, renewsId = null, clientId, wouldDo }: InternalRequest) {
    this.shown = {
      internalRequestId: id,
      confirmationRequired: true,
      expiresAt: expiresAt.toISOString(),
      renews: renewsId,
      wouldDo: effectSeen(unit, { clientId, wouldDo }),
    }
  }
}

/** Which request the caller means to confirm, if they say it. */
export const confirmsHeader = 'X-Confirms'

export function meantIn(headers: Headers): string | undefined {
  const meant = headers.get(confirmsHeader) ?? undefined
  if (meant === undefined || idPattern('InternalRequest').test(meant)) return meant
  return invalid(`!${confirmsHeader}`, 'INVALID_HEADER', 'The id of a request for a second person')
}

/**
 * The effect, once nobody else has to agree; before that, the request which says what it would be.
 * For that the same verb is done to its end and taken back, so that what it refuses is refused.
 */
export async function confirmed(
  unit: Unit,
  { needed }: Pending,
  confirms: string | undefined,
  handle: (unit: Unit) => Promise<unknown>,
): Promise<unknown> {
  const { mayDoAlone, decide } = unit.runtime.registered.secondPerson
  if (await mayDoAlone(unit, needed)) {
    goOn(unit, [needed.topic])
    const done = await handle(unit)
    // What takes nobody for one reason may take somebody for another.
    if (done instanceof Pending) return confirmed(unit, done, confirms, handle)
    return confirms === undefined ? done : refuse('REQUEST_DIFFERS')
  }
  await lockSecond(unit, needed.topic, needed.subject.id)
  // Whoever ends what it is about ends this as well, or is seen by what is tried here.
  const { id: subjectId, clientId } = needed.subject
  await lockKeys(unit, 'requests', clientId === null ? [subjectId] : [subjectId, clientId])
  const would = await withoutTrace(unit, async (shadow) => {
    goOn(shadow)
    await handle(shadow)
    await shadow.flush()
    // What a commit would refuse is refused here.
    await shadow.transaction.query('set constraints all immediate')
    await shadow.transaction.query('set constraints all deferred')
    return effectOf(shadow, requests)
  })
  const waiting = await decide(unit, { ...needed, confirms, would })
  if (waiting !== undefined) return new Asked(unit, waiting)
  goOn(unit)
  const result = await handle(unit)
  await unit.flush()
  const did = await effectOf(unit, requests)
  if (did.essence.join() !== would.essence.join()) refuse('EFFECT_CHANGED')
  return result
}

/** What somebody asked for ends with the effect; it is none. */
const requests = [InternalRequest.meta.className]

/** The operation where it was only asked for, and has had no effect yet. */
export function asking(prepared: Prepared): Prepared {
  const { operation } = prepared
  const { locate: _, ...declared } = operation.declared
  const shows = ({ shown }: Asked) => shown
  const asked = { ...declared, returns: ConfirmationRequired, shows: shows as never }
  return { ...prepared, status: 202, operation: { ...operation, declared: asked } }
}
