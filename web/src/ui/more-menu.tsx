import { Ellipsis, type LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { Link } from 'react-router'
import { Button } from './button.tsx'
import { MENU, MENU_ITEM } from './menu.ts'

interface Choice {
  icon: LucideIcon
  text: string
}

/** What it does, or where it leads; an address of another page opens beside. */
export type MenuChoice = Choice & ({ onSelect: () => void } | { to: string; beside?: true })

/** What is seldom done with a row, behind one button. */
export function MoreMenu({ label, choices }: { label: string; choices: readonly MenuChoice[] }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button look="quiet" size="icon" aria-label={label}>
          <Ellipsis aria-hidden />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="end" sideOffset={4} className={MENU}>
          {choices.map((choice) => (
            <MenuEntry key={choice.text} choice={choice} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function MenuEntry({ choice }: { choice: MenuChoice }) {
  const { icon: Icon, text } = choice
  if ('to' in choice) {
    return (
      <DropdownMenu.Item asChild className={MENU_ITEM}>
        <Link to={choice.to} {...(choice.beside ? { target: '_blank', rel: 'noreferrer' } : {})}>
          <Icon aria-hidden />
          {text}
        </Link>
      </DropdownMenu.Item>
    )
  }
  return (
    <DropdownMenu.Item className={MENU_ITEM} onSelect={choice.onSelect}>
      <Icon aria-hidden />
      {text}
    </DropdownMenu.Item>
  )
}
