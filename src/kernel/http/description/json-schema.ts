/** As much of JSON Schema as zod writes and the description reads. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  propertyNames?: Schema
  items?: Schema
  prefixItems?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
  description?: string
  [keyword: string]: unknown
}

export type Components = Readonly<Record<string, Schema>>

const componentPath = '#/components/schemas/'

export const refTo = (component: string): Schema => ({ $ref: `${componentPath}${component}` })

export function componentOf({ $ref }: Schema): string | undefined {
  return $ref?.startsWith(componentPath) ? $ref.slice(componentPath.length) : undefined
}

/** The schema itself where it only names a component. */
export function withoutReference(schema: Schema, components: Components): Schema {
  const name = componentOf(schema)
  if (name === undefined) return schema
  const { $ref: _, ...rest } = schema
  return { ...components[name], ...rest }
}

export function typesOf({ type }: Schema): readonly string[] {
  return type === undefined ? [] : [type].flat()
}
