const stepOnTheWay = 500

/** The cursor of a page in the middle; the way there is walked page by page, as a caller would. */
export async function cursorBehind(
  list: string,
  headers: Readonly<Record<string, string>>,
  rows: number,
): Promise<string> {
  let cursor = ''
  for (let passed = 0; passed < rows; passed += stepOnTheWay) {
    const from = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page = await fetch(`${list}?limit=${stepOnTheWay}${from}`, { headers })
    const { nextCursor } = (await page.json()) as { nextCursor: string }
    cursor = nextCursor
  }
  return encodeURIComponent(cursor)
}
