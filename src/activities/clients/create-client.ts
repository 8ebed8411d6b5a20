import { z } from 'zod'
import { isNarrowed } from '../../domain/access/scope.ts'
import { languageFor, localeParts } from '../../domain/clients/taking-on.ts'
import {
  countryOfNumber,
  isNumberOf,
  normalisedNumber,
} from '../../domain/identification-number.ts'
import { invalid, refuse } from '../../domain/refusal.ts'
import { Client } from '../../entities/client.ts'
import type { OnboardingStep } from '../../entities/onboarding-step.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { InstanceProvider } from '../../entities/provider.ts'
import { acceptedToFollow, followedFields } from './followed.ts'
import { lockIdentification } from './locks.ts'
import { addSteps, finishStep, stepsWithClient, stepVerbs } from './onboarding/steps.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { email, filled, name } from '../../kernel/read/fields.ts'
import { countryCode } from '../../kernel/read/amounts.ts'

export const contactInformation = z.strictObject({
  email,
  phone: filled(40).meta({ example: '+46 8 123 45 67' }),
  name: name(200).optional(),
})

export const postalAddress = z.strictObject({
  address: name(200),
  zip: filled(20),
  city: name(100),
  countryCode: countryCode.optional(),
})

export const addressInformation = z.strictObject({ name: name(200), ...postalAddress.shape })

export const createClientInput = bodyOf(Client, ['identificationNumber', 'name', 'locale']).extend({
  countryCode: countryCode.nullish(),
  contactInformation: contactInformation.nullish(),
  addressInformation: addressInformation.nullish(),
  ...followedFields.shape,
})
export type NewClient = z.output<typeof createClientInput>

type Kept<T> = { [K in keyof T]: Exclude<T[K], undefined> }

export interface TakenOn {
  client: Client
  steps: OnboardingStep[]
}

/**
 * Makes a client, in onboarding; what an integrator's next call needs is made in the same request.
 */
export async function createClient(unit: Unit, body: NewClient): Promise<TakenOn> {
  refuseBound(unit)
  const followed = await acceptedToFollow(unit, body)
  const provider = await providerOf(unit, followed.instanceProviderId)
  const country = await countryOf(unit, body, provider)
  const normalNumber = numberIn(country, body.identificationNumber)
  await refuseTwice(unit, country, normalNumber)
  const client = unit.add(Client, {
    identificationNumber: body.identificationNumber,
    normalNumber,
    name: body.name,
    countryCode: country,
    locale: body.locale ?? null,
    contactInformation: withoutEmpty(body.contactInformation),
    addressInformation: withoutEmpty(body.addressInformation),
    preferredLanguage: languageFor(body.locale, country),
    status: 'ONBOARDING',
    ...followed,
    instanceProviderId: provider?.id ?? null,
  })
  const steps = addSteps(unit, client)
  await unit.flush()
  for (const step of steps.filter((each) => stepsWithClient.includes(each.step))) {
    await stepVerbs[step.step](unit, client)
    finishStep(unit, step)
  }
  unit.start('onboardClient', client.id, { RxClient: client.id })
  await unit.flush()
  return { client, steps }
}

/** A caller who sees only some clients could not see the new one. */
function refuseBound({ scope }: Unit): void {
  if (!isNarrowed(scope)) return
  refuse('GRANT_EXCEEDS_HOLDER', {
    missingRights: [],
    detail: 'A caller that sees some of the clients only takes on no other.',
  })
}

/** The one that was named, or else the default one, which it keeps. */
const providerOf = (unit: Unit, id: string | null | undefined) =>
  unit.find(InstanceProvider, id == null ? { isDefault: true } : { id })

/**
 * The country that was sent, or that the number shows, or the likeliest one in which it is valid.
 */
async function countryOf(
  unit: Unit,
  body: NewClient,
  provider: InstanceProvider | null,
): Promise<string> {
  const { identificationNumber } = body
  const stated = body.countryCode ?? countryOfNumber(identificationNumber)
  if (stated !== null) return stated
  const usual = provider?.countryCode ?? (await unit.tenant()).countryCode
  const likely = [body.addressInformation?.countryCode, localeParts(body.locale).country, usual]
  const known = likely.filter((country) => country !== undefined)
  return known.find((country) => isNumberOf(identificationNumber, country)) ?? known[0] ?? usual
}

/** The normalised number; one that cannot be of the country is refused. */
function numberIn(countryCode: string, written: string): string {
  if (!isNumberOf(written, countryCode)) {
    const message = `It is no number of ${countryCode}; \`countryCode\` says of which country it is`
    invalid('/identificationNumber', 'NO_NUMBER', message)
  }
  return normalisedNumber(written, countryCode)
}

/** In a country a number belongs to one client, however it is written. */
async function refuseTwice(unit: Unit, countryCode: string, normalNumber: string): Promise<void> {
  await lockIdentification(unit, `${countryCode} ${normalNumber}`)
  const [first] = await unit.transaction.query<{ id: string }>(
    `select id from client where tenant_id = $1 and country_code = $2 and normal_number = $3`,
    [unit.tenantId, countryCode, normalNumber],
  )
  if (first === undefined) return
  refuse('CLIENT_ALREADY_EXISTS', {
    existingId: first.id,
    errors: [
      {
        pointer: '/identificationNumber',
        code: 'ALREADY_EXISTS',
        message: 'There is a client with this number in this country',
      },
    ],
  })
}

/** The stored form, without fields that were not sent. */
export function withoutEmpty<T extends object>(sent: T | null | undefined): Kept<T> | null {
  if (sent == null) return null
  const given = Object.entries(sent).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Kept<T>
}
