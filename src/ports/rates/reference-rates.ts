import { readFileSync } from 'node:fs'
import { isDay } from '../../domain/dates.ts'
import {
  halfYearOf,
  isBaseRateCode,
  type PublishedRate,
} from '../../domain/system/base-interest.ts'

/** The reference rates that ship with the platform, of those who publish them. */
export function bundledReferenceRates(): readonly PublishedRate[] {
  return (bundled ??= readReferenceRates(
    readFileSync(new URL('reference-rates.csv', import.meta.url), 'utf8').trim(),
  ))
}

let bundled: readonly PublishedRate[] | undefined

/** Reference rates of a file: the columns of ours, or a series of the Riksbank as CSV or JSON. */
export function readReferenceRates(text: string): PublishedRate[] {
  return once(/^[[{]/.test(text) ? ofJson(text) : text.split(/\r?\n/).flatMap(ofLine))
}

const ofRiksbank = 'SECBREFEFF'

function ofJson(text: string): PublishedRate[] {
  const parsed: unknown = JSON.parse(text)
  const list = Array.isArray(parsed) ? parsed : [parsed]
  return list.flatMap((each: Record<string, unknown> | null) => {
    const { seriesId, date, value } = each ?? {}
    return seriesId === ofRiksbank ? riksbanks(String(date), String(value)) : []
  })
}

/** `SE_REFERENCE,2026-07-01,2.25,Riksbanken`, or a line of the Riksbank that names its series. */
function ofLine(line: string): PublishedRate[] {
  const [code = '', validFrom = '', rate = '', source = ''] = line.split(',').map(plain)
  if (isBaseRateCode(code)) return taken({ code, validFrom, rate, source })
  const cells = line.split(/[;\t]/).map(plain)
  if (!cells.includes(ofRiksbank)) return []
  return riksbanks(cells.find(isDay) ?? '', (cells.at(-1) ?? '').replace(',', '.'))
}

const plain = (cell: string) => cell.replaceAll('"', '').trim()

/** It is published on the days of the half-year for which it holds. */
const riksbanks = (date: string, rate: string) =>
  isDay(date)
    ? taken({ code: 'SE_REFERENCE', validFrom: halfYearOf(date), rate, source: 'Riksbanken' })
    : []

const isRate = /^-?\d{1,2}(?:\.\d{1,6})?$/

function taken(published: PublishedRate): PublishedRate[] {
  const { validFrom, rate, source } = published
  return isRate.test(rate) && isDay(validFrom) && /^.{1,40}$/.test(source) ? [published] : []
}

/** One for each day; a file that says two things of one is not believed. */
function once(published: readonly PublishedRate[]): PublishedRate[] {
  const kept = new Map<string, PublishedRate>()
  for (const each of published) {
    const key = `${each.code} of ${each.validFrom}`
    const before = kept.get(key)
    if (before !== undefined && Number(before.rate) !== Number(each.rate)) {
      throw new Error(`the file says two things of ${key}`)
    }
    kept.set(key, before ?? each)
  }
  return [...kept.values()]
}
