import { Chip, ChipLink } from '@/components/ui/chip'
import { splitTech } from '@/lib/platform/format'
import type { TechLink } from '@/lib/technology/schema'
import { CARD_CHIPS } from '@/lib/texts/constants'

/** A project's first three technologies and the number of others; those that match `keyword` come first. */
export function FirstTechChips({ tech, keyword = '' }: { tech: string; keyword?: string }) {
  const matches = (name: string) => name.toLowerCase().includes(keyword.toLowerCase())
  const names = splitTech(tech).sort((a, b) => Number(matches(b)) - Number(matches(a)))
  const rest = names.slice(CARD_CHIPS)
  if (names.length === 0) return null
  return (
    <ul aria-label="Technologies" className="mb-2 flex min-w-0 flex-wrap gap-1.5">
      {names.slice(0, CARD_CHIPS).map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a technology may be named twice
        <li key={index} className="max-w-full min-w-0">
          <Chip>{name}</Chip>
        </li>
      ))}
      {rest.length > 0 && (
        <li>
          <Chip title={rest.join(', ')}>{`+${rest.length}`}</Chip>
        </li>
      )}
    </ul>
  )
}

/** All technologies of a note or project, each leading to what else is made with it. */
export function TechChipLinks({ technologies }: { technologies: TechLink[] }) {
  if (technologies.length === 0) return null
  return (
    <ul aria-label="Technologies" className="flex max-w-full flex-wrap gap-2">
      {technologies.map(({ name, path, label }) => (
        <li key={name} className="max-w-full min-w-0">
          <ChipLink href={path} label={label}>
            {name}
          </ChipLink>
        </li>
      ))}
    </ul>
  )
}
