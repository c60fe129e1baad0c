/**
 * What the home page alone needs of a style sheet. In its page rather than in the site's styles, which every page holds:
 * one card of the carousel below 600px, two below 900px, three otherwise (specification, section 2); the number beside a
 * competency; and the mark, which draws itself once in a session (drawn-mark.tsx). 600 units go once around it.
 */
export const HOME_RULES = `
.carousel-track {
  --carousel-gap: 2rem;
  --carousel-cards: 1;
  display: flex;
  gap: var(--carousel-gap);
  overflow: clip;
  overflow-clip-margin: 6px;
  touch-action: pan-y pinch-zoom;
}
.carousel-track > li {
  flex: 0 0 calc((100% - (var(--carousel-cards) - 1) * var(--carousel-gap)) / var(--carousel-cards));
  min-width: 0;
}
@media (min-width: 600px) { .carousel-track { --carousel-cards: 2; } }
@media (min-width: 900px) { .carousel-track { --carousel-cards: 3; } }
@media (scripting: none), print { .carousel-track { flex-wrap: wrap; overflow: visible; } }
.counted::after {
  content: attr(data-count);
  display: inline-block;
  margin-inline-start: 0.625rem;
  color: var(--color-muted);
  font-family: var(--font-sans);
  font-size: 0.9375rem;
  font-variant-numeric: tabular-nums;
  line-height: 1.5rem;
}
@media (prefers-reduced-motion: no-preference) {
  html:not([data-mark]) .drawn-once > * { stroke-dasharray: 600; animation: draw-lines 900ms ease-in-out; }
  html:not([data-mark]) .drawn-once > [stroke="none"] { animation-name: ink; }
}
@keyframes draw-lines { from { stroke-dashoffset: 600; } }
@keyframes ink { from, 50% { opacity: 0; } }
`.replace(/\s+/g, ' ')
