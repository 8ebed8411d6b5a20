/** A name that no file system takes for a path or a command: what it cannot hold becomes a dash. */
export function plainFilename(name: string): string {
  const plain = name
    .normalize('NFC')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}\\/:*?"<>|]+/gu, '-')
    .replace(/^[.\s]+/, '')
    .trim()
  return plain === '' ? 'document' : shortened(plain)
}

const nameMax = 150

/** Cut in the middle of its stem, never in its ending. */
function shortened(name: string): string {
  if (name.length <= nameMax) return name
  const ending = /\.\w{1,10}$/.exec(name)?.[0] ?? ''
  return (
    name
      .slice(0, nameMax - ending.length)
      .replace(/[\ud800-\udbff]$/, '')
      .trim() + ending
  )
}
