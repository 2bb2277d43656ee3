/** The look of every dropdown menu. */
export const MENU =
  'z-50 max-h-[calc(var(--radix-dropdown-menu-content-available-height)-var(--below-toasts))] overflow-y-auto max-w-[calc(100vw-2rem)] min-w-52 motion-safe:animate-fade rounded-xl border border-line-strong bg-surface p-1.5 text-sm text-ink shadow-float'
export const MENU_ITEM =
  'flex h-9 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 outline-none select-none data-[highlighted]:bg-hover data-[disabled]:cursor-not-allowed data-[disabled]:opacity-50 max-md:h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-faint'
export const MENU_LABEL = 'px-2.5 py-1.5 text-xs font-medium text-ink-faint'
