import type { Language } from "./language.ts";

/** Languages of Outlook and Gmail of which only the name of an automatic answer is known, in alphabetical order of their English names. */
export const others: Language = {
  autoReplySubjects: {
    "outomatiese {antwoord|antwoorde}": "Outomatiese antwoord: Offer",
    "përgjigje automatike": "Përgjigje automatike: Offer",
    "ራስ-ሰር {ምላሽ|መልስ}": "ራስ-ሰር ምላሽ: Offer",
    "ավտոմատ պատասխան": "Ավտոմատ պատասխան: Offer",
    "avtomatik cavab": "Avtomatik cavab: Offer",
    "স্বয়ংক্রিয় {উত্তর|জবাব|প্রত্যুত্তর}": "স্বয়ংক্রিয় উত্তর: Offer",
    "{સ્વચાલિત|આપમેળે} {જવાબ|પ્રત્યુત્તર}": "સ્વચાલિત જવાબ: Offer",
    "freagra {uathoibríoch|huathoibríoch}": "Freagra uathoibríoch: Offer",
    "ಸ್ವಯಂ{ಚಾಲಿತ|} {ಪ್ರತ್ಯುತ್ತರ|ಪ್ರತಿಕ್ರಿಯೆ|ಉತ್ತರ}": "ಸ್ವಯಂಚಾಲಿತ ಪ್ರತ್ಯುತ್ತರ: Offer",
    ឆ្លើយតបស្វ័យប្រវត្តិ: "ឆ្លើយតបស្វ័យប្រវត្តិ: Offer",
    "ຕອບ{ກັບ|}ອັດຕະໂນມັດ": "ຕອບກັບອັດຕະໂນມັດ: Offer",
    "automatesch[en] äntwert": "Automatesch Äntwert: Offer",
    "{യാന്ത്രിക|സ്വയമേവയുള്ള|സ്വയംപ്രവർത്തിത} {മറുപടി|പ്രതികരണം}": "യാന്ത്രിക മറുപടി: Offer",
    "{tweġiba|risposta} awtomatika": "Tweġiba awtomatika: Offer",
    "{स्वयंचलित|आपोआप} {उत्तर|प्रत्युत्तर|प्रतिसाद}": "स्वयंचलित उत्तर: Offer",
    "автомат {хариу|хариулт}": "Автомат хариу: Offer",
    "{स्वचालित|स्वतः} {जवाफ|उत्तर}": "स्वचालित जवाफ: Offer",
    "{ਸਵੈਚਲਿਤ|ਆਟੋਮੈਟਿਕ} {ਜਵਾਬ|ਉੱਤਰ}": "ਸਵੈਚਲਿਤ ਜਵਾਬ: Offer",
    "ස්වයංක්‍රිය පිළිතුර": "ස්වයංක්‍රිය පිළිතුර: Offer",
    "{jibu|majibu} {otomatiki|la kiotomatiki|ya kiotomatiki|kiotomatiki}": "Jibu otomatiki: Offer",
    "{தானியங்கு|தானியங்கி|தன்னியக்க} {பதில்|பதிலளிப்பு|மறுமொழி}": "தானியங்கு பதில்: Offer",
    "{స్వయంచాలక|ఆటోమేటిక్} {ప్రత్యుత్తరం|సమాధానం|జవాబు}": "స్వయంచాలక ప్రత్యుత్తరం: Offer",
    "{خودکار|از خود} {جواب|جوابی}": "خودکار جواب: Offer",
    "avtomatik javob": "Avtomatik javob: Offer",
    "{ymateb|ateb} awtomatig": "Ymateb awtomatig: Offer",
  },
};
