/** An address in the lines in which it is shown; what is not there takes no line. */
export function addressLines(
  address: Readonly<Record<string, unknown>> | null | undefined,
  home: string,
): string[] {
  if (address == null) return []
  const said = (...names: string[]) => {
    const found = names.map((name) => address[name]).find((value) => worded(value) !== '')
    return worded(found)
  }
  const country = said('countryCode', 'country').toUpperCase()
  const place = [said('zip', 'zipCode', 'postalCode'), said('city', 'town')].filter(Boolean)
  return [
    said('careOf', 'co') === '' ? '' : `c/o ${said('careOf', 'co')}`,
    ...said('address', 'street', 'address1', 'addressLine1').split(/\r\n|\r|\n/),
    said('address2', 'addressLine2'),
    place.join('  '),
    country === home ? '' : country,
  ]
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function worded(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}
