'use strict';
(() => {
  const picture = document.getElementById('picture');
  if (!picture) return;
  const steps = [...picture.querySelectorAll('.step')];
  const byId = id => document.getElementById(id);
  const back = byId('back'), forth = byId('forth'), all = byId('all');
  const position = byId('position'), shown = byId('shown');
  const nothing = shown.innerHTML;
  let current = 0; // 0: all steps

  const mark = (name, elements, is) => elements.forEach(e => e.classList.toggle(name, is(e)));

  // The step's row of the table, as the panel beside the picture.
  function show(step) {
    if (!step) {
      shown.innerHTML = nothing;
      return;
    }
    const row = byId('step-' + step);
    const title = document.createElement('h3');
    title.textContent = 'Step ' + step;
    const parts = [...row.querySelectorAll('td')].flatMap(cell => [...cell.childNodes]);
    shown.replaceChildren(title, ...parts.map(part => part.cloneNode(true)));
    shown.querySelectorAll('details').forEach(details => { details.open = true; });
  }

  // The rows that what came out of the step is made of, and the lines between them.
  function light(step) {
    const outputs = step ? [...steps[step - 1].querySelectorAll('.output')] : [];
    const parts = new Set(outputs.flatMap(output => [output.dataset.left, output.dataset.right]));
    mark('related', picture.querySelectorAll('.mark'), m => parts.has(m.parentNode.dataset.step));
    mark('lit', picture.querySelectorAll('.links path'), l => l.dataset.step === String(step));
  }

  function preview(step) {
    show(step);
    light(step);
  }

  function select(step, focus) {
    current = step;
    mark('future', picture.querySelectorAll('[data-step]'), e => step && e.dataset.step > step);
    mark('current', [...steps, ...document.querySelectorAll('#steps tbody tr')],
      e => step && (e.dataset.step || e.id.slice(5)) === String(step));
    steps.forEach(e => e.removeAttribute('aria-current'));
    back.disabled = step <= 1;
    forth.disabled = step === steps.length;
    all.disabled = !step;
    position.textContent = step ? step + ' of ' + steps.length : '';
    preview(step);
    if (step) {
      steps[step - 1].setAttribute('aria-current', 'step');
      if (focus) steps[step - 1].focus();
      steps[step - 1].scrollIntoView({block: 'nearest'});
    }
  }

  const go = (by, focus) => select(Math.min(steps.length, Math.max(1, current + by)), focus);

  steps.forEach((element, i) => {
    element.addEventListener('click', () => select(i + 1, true));
    element.addEventListener('pointerenter', () => preview(i + 1));
    element.addEventListener('pointerleave', () => preview(current));
    element.addEventListener('focus', () => preview(i + 1));
    element.addEventListener('blur', () => preview(current));
    element.addEventListener('keydown', event => {
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        select(i + 1, true);
      }
    });
  });
  back.addEventListener('click', () => go(-1, false));
  forth.addEventListener('click', () => go(1, false));
  all.addEventListener('click', () => select(0, false));
  document.addEventListener('keydown', event => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      event.preventDefault();
      go(event.key === 'ArrowRight' ? 1 : -1, true);
    } else if (event.key === 'Escape') {
      select(0, false);
    }
  });
  select(0, false);
})();
