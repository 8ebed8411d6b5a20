import { readFileSync } from 'node:fs'
import type { Method } from '../../src/kernel/http/operation.ts'
import { isRight, type Right } from '../../src/policy/rights.ts'

/** A line of the contract, as far as a declaration needs it. */
export interface SpecifiedRoute {
  area: string
  room: string
  method: Method
  path: string
  params: readonly string[]
  rights: readonly Right[]
}

const contract = new URL('../../test/spec/operations.tsv', import.meta.url)

/** Every operation that is specified, with the parameters of its path in our form. */
export function specifiedRoutes(): SpecifiedRoute[] {
  const lines = readFileSync(contract, 'utf8').trimEnd().split('\n').slice(1)
  return lines.map((line) => {
    const [area = '', room = '', method = '', template = '', rights = ''] = line.split('\t')
    const params: string[] = []
    const path = template.replaceAll(/<(\w+?)_?>/g, (_, given: string) => {
      params.push(camel(given))
      return `{${camel(given)}}`
    })
    return {
      area,
      room,
      method: method as Method,
      path,
      params,
      rights: rights.split('|').filter(isRight),
    }
  })
}

const camel = (param: string) =>
  param.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
